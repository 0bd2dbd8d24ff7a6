import { formatEuros } from '../../lib/numbers.ts'
import type { Form } from '../../shared/form/useForm.ts'
import { calculatorBounds } from '../../shared/limits.ts'
import { calculator as texts } from '../../shared/texts/calculator.ts'
import { NumberField } from '../../ui/NumberField.tsx'
import { RadioSegments } from '../../ui/RadioSegments.tsx'
import { Select } from '../../ui/Select.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { type CalculatorForm, computeEuroPrice } from './calculatorForm.ts'

type Props = {
  form: Form<CalculatorForm>
  /** The date of manufacture that counts instead of the age. */
  manufactureDate?: string
  hasBounds: boolean
}

export function CalculatorFields({ form, manufactureDate, hasBounds }: Props) {
  const { values, field, change } = form
  const inEuros = computeEuroPrice(values)
  const toBoundProps = (range: { min: number; max: number; step?: number }) =>
    hasBounds ? range : { step: 'any' }
  return (
    <div className="ui-fields">
      <RadioSegments label={texts.importer} options={texts.importers} {...field('importer')} />
      <NumberField
        label={texts.price}
        unit="₽"
        decimal
        hint={inEuros ? texts.euros(formatEuros(Math.round(inEuros), 'text')) : undefined}
        {...field('price')}
      />
      {!values.isElectric && (
        <RadioSegments label={texts.fuel} options={texts.fuels} {...field('fuel')} />
      )}
      <div className="ui-fields-two ui-fields">
        {!values.isElectric && (
          <TextField
            label={texts.volume}
            type="number"
            inputMode="decimal"
            ref={acceptComma}
            {...toBoundProps(calculatorBounds.engineVolume)}
            {...field('volume')}
          />
        )}
        <TextField
          label={texts.age}
          hint={
            manufactureDate ? texts.manufactured(formatManufactureDate(manufactureDate)) : undefined
          }
          type="number"
          inputMode="decimal"
          ref={acceptComma}
          {...toBoundProps({ ...calculatorBounds.age, step: 1 })}
          {...field('age')}
        />
      </div>
      <div className="ui-fields-two ui-fields">
        <NumberField
          label={texts.power}
          decimal
          aria-describedby="calculator-power-why"
          {...field('power')}
        />
        <Select label={texts.unit} options={texts.units} {...field('unit')} />
      </div>
      <p id="calculator-power-why" className="xs mute calc-why-power">
        {describePowerHint(values)}
      </p>
      <Switch
        label={texts.electric}
        checked={values.isElectric}
        onChange={(event) => change({ isElectric: event.target.checked })}
      />
      <Switch
        label={texts.commercial}
        hint={texts.commercialHint}
        checked={values.isCommercial}
        onChange={(event) => change({ isCommercial: event.target.checked })}
      />
    </div>
  )
}

/**
 * Types or pastes a point instead of a comma. In languages other than Russian, browsers drop a comma in a
 * number input, so 1,6 would become 16.
 */
function acceptComma(field: HTMLInputElement) {
  // React has no event before the browser drops the comma.
  field.addEventListener('beforeinput', writeAsPoint)
  return () => field.removeEventListener('beforeinput', writeAsPoint)
}

function writeAsPoint(event: InputEvent) {
  if (!event.data?.includes(',')) return
  event.preventDefault()
  // A number input has no selection to insert into. This command is deprecated, but every browser
  // supports it.
  document.execCommand('insertText', false, event.data.replaceAll(',', '.'))
}

/** '2022-07-15' -> '15.07.2022', '2022-07' -> '07.2022'. */
const formatManufactureDate = (date: string) => date.split('-').reverse().join('.')

function describePowerHint({ isElectric, importer }: CalculatorForm): string {
  if (isElectric) return texts.powerHintElectric
  return importer === 'legal' ? texts.powerHint : texts.powerHintPersonal
}
