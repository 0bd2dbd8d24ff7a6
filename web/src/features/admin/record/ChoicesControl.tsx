import { Checkbox } from '../../../ui/Checkbox.tsx'
import { FieldError } from '../../../ui/Field.tsx'
import type { Option } from '../../../ui/Select.tsx'
import type { TextControl } from './textControl.ts'

type ChoicesProps = {
  control: TextControl
  options: readonly Option[]
  onChange: (value: string) => void
}

/**
 * A group of checkboxes. Its value is the selected values joined by commas, as for a `words` field.
 */
export function ChoicesControl({
  control: { id, label, error, value },
  options,
  onChange,
}: ChoicesProps) {
  const chosen = value.split(', ').filter(Boolean)
  function toggle(choice: string, isChosen: boolean) {
    const others = chosen.filter((other) => other !== choice)
    onChange((isChosen ? [...others, choice] : others).join(', '))
  }
  return (
    // The summary of errors and the list of missing data lead here.
    <fieldset
      id={id}
      tabIndex={-1}
      className="ad-choices"
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend className="ui-label">{label}</legend>
      {options.map((option) => (
        <Checkbox
          key={option.value}
          label={option.label}
          checked={chosen.includes(option.value)}
          onChange={(event) => toggle(option.value, event.target.checked)}
        />
      ))}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  )
}
