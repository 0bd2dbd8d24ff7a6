/** 12.345 -> 12.3: further decimals of a coordinate are invisible. */
export const roundToTenth = (value: number): number => Number(value.toFixed(1))
