// The styles of the lazy calculator: its HTML is prerendered, so it needs them at once.

import '../../ui/Button.css'
import '../../ui/Field.css'
import '../../ui/FormSummary.css'
import '../../ui/Hatch.css'
import '../../ui/RadioSegments.css'
import '../../ui/Select.css'
import '../../ui/Switch.css'
import './calculator.css'
