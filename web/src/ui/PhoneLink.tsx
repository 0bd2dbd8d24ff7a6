/** A phone that can be pressed to call it. */
export const PhoneLink = ({ phone }: { phone: string }) => (
  <a className="num" href={`tel:${phone.replace(/[^+\d]/g, '')}`}>
    {phone}
  </a>
)
