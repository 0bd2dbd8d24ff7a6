// The form's values, their validation, and the request built from them.

import type { CalculationRequest } from '../../api/wire/calculator.ts'
import { parseNumber } from '../../lib/typedNumbers.ts'
import { calculatorBounds, currencyDivisor, enginePowerDefault } from '../../shared/limits.ts'
import { problems as messages } from '../../shared/texts/calculator.ts'

export type CalculatorForm = {
  price: string
  volume: string
  age: string
  fuel: string
  importer: string
  power: string
  unit: string
  isElectric: boolean
  isCommercial: boolean
}

export const emptyForm: CalculatorForm = {
  price: '',
  volume: '',
  age: '',
  fuel: 'petrol',
  importer: 'personal',
  power: '',
  unit: 'hp',
  isElectric: false,
  isCommercial: false,
}

type CalculatorProblems = Partial<Record<keyof CalculatorForm, string>>

const isWithin = (value: number, { min, max }: { min: number; max: number }) =>
  value >= min && value <= max

/** The bounds apply on desktop. On phones the server checks them, as the specification says. */
export function findCalculatorProblems(
  form: CalculatorForm,
  { hasBounds }: { hasBounds: boolean },
): CalculatorProblems {
  const found: CalculatorProblems = {}
  const price = parseNumber(form.price)
  const volume = parseNumber(form.volume)
  const age = parseNumber(form.age)
  const power = parseNumber(form.power)
  if (!price || price <= 0) found.price = messages.price
  if (!form.isElectric) {
    if (volume === null) found.volume = messages.volume
    else if (hasBounds && !isWithin(volume, calculatorBounds.engineVolume))
      found.volume = messages.volumeRange
  }
  if (age === null) found.age = messages.age
  else if (hasBounds && !isWithin(age, calculatorBounds.age)) found.age = messages.ageRange
  // An empty field means an unknown power.
  if (form.power.trim() !== '' && (power === null || power <= 0)) found.power = messages.power
  return found
}

/** Maps the fields of the server's errors to the fields of the form. */
export const formFieldByErrorField: Record<string, keyof CalculatorForm> = {
  price: 'price',
  engineVolumeLiters: 'volume',
  age: 'age',
  manufacture_date: 'age',
  fuelType: 'fuel',
  importCategory: 'importer',
  enginePower: 'power',
  enginePowerUnit: 'unit',
}

export function computeEuroPrice(form: CalculatorForm): number | null {
  const price = parseNumber(form.price)
  return price ? price / currencyDivisor : null
}

function readPower(form: CalculatorForm): number | undefined {
  const power = parseNumber(form.power)
  if (power !== null) return power
  return form.importer === 'legal' && !form.isElectric ? enginePowerDefault : undefined
}

/**
 * The tariff edition, selected by its id or by the date of the declaration. An empty object selects the
 * default edition.
 */
export type ChosenEdition = Pick<CalculationRequest, 'edition' | 'declaration_date'>

/** `manufactureDate` takes precedence over the age. */
export function toRequest(
  form: CalculatorForm,
  chosen: ChosenEdition = {},
  manufactureDate?: string,
): CalculationRequest {
  const enginePower = readPower(form)
  return {
    price: parseNumber(form.price) ?? 0,
    euroPrice: Number((computeEuroPrice(form) ?? 0).toFixed(2)),
    ...(form.isElectric ? {} : { engineVolumeLiters: parseNumber(form.volume) ?? 0 }),
    age: parseNumber(form.age) ?? 0,
    ...(manufactureDate ? { manufacture_date: manufactureDate } : {}),
    fuelType: form.fuel,
    importCategory: form.importer as CalculationRequest['importCategory'],
    isElectric: form.isElectric,
    isCommercial: form.isCommercial,
    ...(enginePower
      ? { enginePower, enginePowerUnit: form.unit as CalculationRequest['enginePowerUnit'] }
      : {}),
    ...chosen,
  }
}
