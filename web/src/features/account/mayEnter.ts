import { t } from '@lingui/core/macro'

/** Asks whether to sign in as the account of a link. The app is not drawn yet, so the browser asks. */
export const mayEnter = (email: string): boolean =>
  window.confirm(t`Sign in as ${email}? The link belongs to this account.`)
