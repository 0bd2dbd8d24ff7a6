import { useState } from 'react'
import '../auth.css'
import './security.css'
import { selectUser } from '../../../api/sessionSlice.ts'
import { useAppSelector } from '../../../app/hooks.ts'
import { isSettled } from '../../../shared/QueryView.tsx'
import { Loading, Skeleton } from '../../../ui/Skeleton.tsx'
import { useGetProvidersQuery } from '../social/socialApi.ts'
import { ConsentList } from './ConsentList.tsx'
import { IdentityList } from './IdentityList.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { PersonalData } from './PersonalData.tsx'
import { SecondFactor } from './SecondFactor.tsx'
import { SessionList } from './SessionList.tsx'
import {
  useGetConsentsQuery,
  useGetIdentitiesQuery,
  useGetPasskeysQuery,
  useGetSecondFactorQuery,
  useGetSessionsQuery,
} from './securityApi.ts'
import { ProofProvider } from './useProof.tsx'

/**
 * The parts of 'Безопасность' inside the frame of the personal area. They are shown together once
 * all responses have arrived, because their heights depend on the responses and visible parts
 * should not move.
 */
export function Security() {
  const queries = [
    useGetSessionsQuery(),
    useGetSecondFactorQuery(),
    useGetPasskeysQuery(),
    useGetIdentitiesQuery(),
    useGetProvidersQuery(),
    useGetConsentsQuery(),
  ]
  // The order of the parts is decided once, so the form stays in place after the password is changed.
  const firstPasswordUntil = useAppSelector((state) => selectUser(state)?.first_password_until)
  const [isPasswordFirst] = useState(Boolean(firstPasswordUntil))
  if (!queries.every(isSettled))
    return (
      <Loading>
        <div className="stack-24 sec-loading">
          <Skeleton height="10rem" />
          <Skeleton height="14rem" />
          <Skeleton height="10rem" />
        </div>
      </Loading>
    )
  return (
    <ProofProvider>
      {isPasswordFirst && <PasswordForm />}
      <SessionList />
      <SecondFactor />
      <IdentityList />
      {!isPasswordFirst && <PasswordForm />}
      <ConsentList />
      <PersonalData />
    </ProofProvider>
  )
}
