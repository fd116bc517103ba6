import { msg } from '@lingui/core/macro'

/** The kinds of API keys. */
export const KEY_KIND = {
  exchanger: msg`Exchanger`,
  wallet: msg`Wallet`,
  widget: msg`Widget`,
  white_label: msg`White label`,
} as const
