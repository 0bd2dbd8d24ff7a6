// Validation of the sign-in and registration forms.

import {
  checked,
  checkFields,
  email,
  newPassword,
  phone,
  required,
} from '../../../shared/form/checks.ts'
import { auth, code, missing, secondFactor } from '../../../shared/texts/auth.ts'

const emailRule = email({ missing: missing.email, wrong: missing.emailShape })
const newPasswordRule = newPassword({ missing: missing.password, short: missing.shortPassword })

type Login = { email: string; password: string }

export const checkLogin = checkFields<Login>({
  email: emailRule,
  password: required(missing.password),
})

export const blankRegistration = {
  first_name: '',
  last_name: '',
  email: '',
  phone: '',
  password: '',
  confirmPassword: '',
  is_adult: false,
  accept_terms: false,
  accept_privacy: false,
  accept_marketing: false,
}

/** The rules are in the order of the fields on the screen, because the error summary has the same order. */
export const checkRegistration = checkFields<typeof blankRegistration>({
  first_name: required(missing.firstName),
  last_name: required(missing.lastName),
  email: emailRule,
  phone: phone({ wrong: missing.phone }),
  password: newPasswordRule,
  confirmPassword: (value, all) => (value === all.password ? null : auth.mismatch),
  is_adult: checked(missing.adult),
  accept_terms: checked(missing.terms),
  accept_privacy: checked(missing.privacy),
})

export const checkEmail = checkFields<{ email: string }>({ email: emailRule })
export const checkPassword = checkFields<{ password: string }>({
  password: required(missing.password),
})
export const checkCode = checkFields<{ code: string }>({ code: required(code.missing) })
export const checkSecondFactor = checkFields<{ code: string }>({
  code: required(secondFactor.missing),
})
export const checkReset = checkFields<{ code: string; new_password: string }>({
  code: required(code.missing),
  new_password: newPasswordRule,
})
export const checkChange = checkFields<{ current_password: string; new_password: string }>({
  current_password: required(missing.currentPassword),
  new_password: newPassword({ missing: missing.newPassword, short: missing.shortPassword }),
})
