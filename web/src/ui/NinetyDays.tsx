import './NinetyDays.css'

/** `works` is maintenance. `none` is a day without measurements. */
export type DayState = 'ok' | 'slow' | 'down' | 'works' | 'none'

/** `title` is shown for the day under the pointer: '12 ноября: задержки'. */
export type DayMark = { day: string; state: DayState; title: string }

/**
 * Ninety days as bars. Phones show the last forty-five. `label` is a summary for screen readers.
 */
export function NinetyDays({ days, label }: { days: readonly DayMark[]; label: string }) {
  return (
    <div className="ui-days" role="img" aria-label={label}>
      {days.map(({ day, state, title }) => (
        <i key={day} className={`is-${state}`} title={title} />
      ))}
    </div>
  )
}
