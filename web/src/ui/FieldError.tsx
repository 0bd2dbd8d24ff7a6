import './FieldError.css'

/** The line under a control that is not one of ours: tie it by `aria-describedby={id}`. */
export function FieldError({ id, children }: { id: string; children?: string | null }) {
  return children ? (
    <p id={id} className="ui-field-error">
      {children}
    </p>
  ) : null
}
