import './auth.css'
import './security.css'
import { ConsentList } from './ConsentList.tsx'
import { IdentityList } from './IdentityList.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { PersonalData } from './PersonalData.tsx'
import { SecondFactor } from './SecondFactor.tsx'
import { SessionList } from './SessionList.tsx'
import { ProofProvider } from './useProof.tsx'

/** The parts of 'Безопасность'; the personal area draws the frame around them. */
export function Security() {
  return (
    <ProofProvider>
      <SessionList />
      <SecondFactor />
      <IdentityList />
      <PasswordForm />
      <ConsentList />
      <PersonalData />
    </ProofProvider>
  )
}
