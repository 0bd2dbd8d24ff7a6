// The styles of the calculator, which comes to life when it is near: its HTML is there from the start.

import '../../ui/Button.css'
import '../../ui/Field.css'
import '../../ui/FormSummary.css'
import '../../ui/Hatch.css'
import '../../ui/RadioSegments.css'
import '../../ui/Select.css'
import '../../ui/Switch.css'
import './calculator.css'
