// A car as the calculator asks for one.

import type { CalculatorValues } from '../../app/calculatorLink.ts'
import type { CarRead } from '../../app/wire/content.ts'

/** Its own price without the payments, when the server has kept the parts; age in whole years. */
export function listSpecs(car: CarRead, now = new Date()): CalculatorValues {
  const own = Number(car.price_details?.carPrice)
  const inRoubles = (car.price_eur ?? 0) * (car.eur_rate ?? 0)
  const isElectric = car.fuel === 'electric'
  return {
    price: Math.round(own > 0 ? own : inRoubles) || undefined,
    engineVolumeLiters: isElectric ? undefined : (car.engine_volume_l ?? undefined),
    age: Math.max(0, now.getFullYear() - car.year),
    fuelType: car.fuel === 'diesel' ? 'diesel' : 'petrol',
    importCategory: 'personal',
    enginePower: car.power_hp || undefined,
    enginePowerUnit: 'hp',
    isElectric,
  }
}
