import { useLingui } from '@lingui/react/macro'
import { isApiError } from '../../api/problem'
import { PasskeyClosed } from '../../api/webauthn'
import { NoPasskeysHere } from '../api/approve'
import { problemWords } from './Loaded'

/** Why a proposal was not approved. */
export function useApprovalWords(): (error: unknown) => string {
  const { t } = useLingui()
  return (error) => {
    if (error instanceof PasskeyClosed)
      return t`Nothing was signed, so nothing was done. Approve once more when you are ready.`
    if (error instanceof NoPasskeysHere)
      return t`Your passkey has to sign this, and this browser has none. Use a browser that knows it.`
    if (isApiError(error) && error.code === 'AUTH_2FA_INVALID')
      return t`This passkey was not accepted, so nothing was done. Sign with one that you added at this address.`
    if (isApiError(error) && error.status === 409) {
      const why = error.message
      return t`Nothing was done because things have changed in the meantime. ${why}`
    }
    return problemWords(error)
  }
}
