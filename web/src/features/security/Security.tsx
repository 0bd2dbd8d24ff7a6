import { PasswordForm, PersonalDataForm } from './Forms.tsx'
import { Consents, Identities, Sessions } from './Lists.tsx'

/** The parts of 'Безопасность'; the personal area draws the frame around them. */
export function Security() {
  return (
    <>
      <Sessions />
      <PasswordForm />
      <Identities />
      <Consents />
      <PersonalDataForm />
    </>
  )
}
