import './calculator.css'

/** Reserves the calculator's space until its code is loaded. */
export const CalculatorPlaceholder = () => <div className="calc calc-waiting" />
