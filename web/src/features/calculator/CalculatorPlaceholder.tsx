import './calculator.css'

/** The calculator's place until its code is loaded. */
export const CalculatorPlaceholder = () => <div className="calc calc-waiting" />
