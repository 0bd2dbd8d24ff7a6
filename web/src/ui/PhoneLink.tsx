/** A phone number as a tel: link. */
export const PhoneLink = ({ phone }: { phone: string }) => (
  <a className="num" href={`tel:${phone.replace(/[^+\d]/g, '')}`}>
    {phone}
  </a>
)
