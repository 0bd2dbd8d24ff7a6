// Form values from a link of this site (shared/calculatorLink.ts). Anybody can edit a URL, so
// values that the form does not support are ignored.

import { toIsoDay } from '../../lib/dates.ts'
import { formatTypedNumber, parseNumber } from '../../lib/typedNumbers.ts'
import { today } from '../../shared/calculatorLink.ts'
import { type CalculatorForm, type ChosenEdition, emptyForm } from './calculatorForm.ts'

const choices = {
  fuel: ['petrol', 'diesel'],
  importer: ['personal', 'legal'],
  unit: ['hp', 'kW'],
}

function readFigure(value: string | null): number | null {
  const figure = parseNumber(value ?? '')
  return figure === null || figure < 0 ? null : figure
}

/** The text for a NumberField, with grouped digits and a decimal comma. */
function readGroupedFigure(value: string | null): string {
  const figure = readFigure(value)
  return figure === null ? '' : formatTypedNumber(String(figure))
}

/** The text for an input of type number. Such an input stays empty if its value has a comma. */
function readPlainFigure(value: string | null): string {
  const figure = readFigure(value)
  return figure === null ? '' : String(figure)
}

/** The edition in force, if the link requests it. The customs date is the date in Moscow. */
export function readEditionFromLink(search: string, now = new Date()): ChosenEdition {
  const asksForToday = new URLSearchParams(search).get('declaration_date') === today
  return asksForToday ? { declaration_date: toIsoDay(now) } : {}
}

/** The day, month or year of manufacture, if the link has one. The server calculates the age from it. */
export function readManufactureDateFromLink(search: string): string | undefined {
  const date = new URLSearchParams(search).get('manufacture_date') ?? ''
  return /^\d{4}(-\d{2}(-\d{2})?)?$/.test(date) ? date : undefined
}

/** Returns null if the URL has no price. */
export function readFormFromLink(search: string): CalculatorForm | null {
  const parameters = new URLSearchParams(search)
  const price = readGroupedFigure(parameters.get('price'))
  if (!price) return null
  const readChoice = (name: string, field: keyof typeof choices) => {
    const value = parameters.get(name) ?? ''
    return choices[field].includes(value) ? value : emptyForm[field]
  }
  return {
    price,
    volume: readPlainFigure(parameters.get('engineVolumeLiters')),
    age: readPlainFigure(parameters.get('age')),
    fuel: readChoice('fuelType', 'fuel'),
    importer: readChoice('importCategory', 'importer'),
    power: readGroupedFigure(parameters.get('enginePower')),
    unit: readChoice('enginePowerUnit', 'unit'),
    isElectric: parameters.get('isElectric') === 'true',
    isCommercial: parameters.get('isCommercial') === 'true',
  }
}
