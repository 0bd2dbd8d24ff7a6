import { calculatorBounds } from '../../app/limits.ts'
import { calculator as texts } from '../../app/texts/calculator.ts'
import { euros } from '../../lib/numbers'
import { NumberField } from '../../ui/NumberField'
import { RadioSegments } from '../../ui/RadioSegments'
import { Select } from '../../ui/Select'
import { Switch } from '../../ui/Switch'
import { TextField } from '../../ui/TextField'
import { type CalculatorForm, type CalculatorProblems, euroPrice } from './calculatorForm.ts'

export const idOf = (field: string) => `calculator-${field}`

type Props = {
  form: CalculatorForm
  edit: (change: Partial<CalculatorForm>) => void
  problems: CalculatorProblems
  hasBounds: boolean
}

type Typed = 'price' | 'volume' | 'age' | 'fuel' | 'importer' | 'power' | 'unit'

export function CalculatorFields({ form, edit, problems, hasBounds }: Props) {
  const inEuros = euroPrice(form)
  const bounds = (of: { min: number; max: number; step?: number }) =>
    hasBounds ? of : { step: 'any' }
  const field = (name: Typed) => ({
    id: idOf(name),
    name,
    value: form[name],
    error: problems[name],
    onChange: (event: { target: { value: string } }) => edit({ [name]: event.target.value }),
  })
  return (
    <div className="ui-fields">
      <RadioSegments label={texts.importer} options={texts.importers} {...field('importer')} />
      <NumberField
        label={texts.price}
        unit="₽"
        hint={inEuros ? texts.euros(euros(Math.round(inEuros), 'text')) : undefined}
        {...field('price')}
      />
      {!form.isElectric && (
        <RadioSegments label={texts.fuel} options={texts.fuels} {...field('fuel')} />
      )}
      <div className="ui-fields-two ui-fields">
        {!form.isElectric && (
          <TextField
            label={texts.volume}
            type="number"
            inputMode="decimal"
            {...bounds(calculatorBounds.engineVolume)}
            {...field('volume')}
          />
        )}
        <TextField
          label={texts.age}
          type="number"
          inputMode="decimal"
          {...bounds({ ...calculatorBounds.age, step: 1 })}
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
        {powerHint(form)}
      </p>
      <Switch
        label={texts.electric}
        checked={form.isElectric}
        onChange={(event) => edit({ isElectric: event.target.checked })}
      />
      <Switch
        label={texts.commercial}
        hint={texts.commercialHint}
        checked={form.isCommercial}
        onChange={(event) => edit({ isCommercial: event.target.checked })}
      />
    </div>
  )
}

function powerHint({ isElectric, importer }: CalculatorForm): string {
  if (isElectric) return texts.powerHintElectric
  return importer === 'legal' ? texts.powerHint : texts.powerHintPersonal
}
