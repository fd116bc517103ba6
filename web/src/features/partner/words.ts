import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { KeyKind } from './keys'

/** The kinds of key, as a customer chooses between them. */
export const KIND: Record<KeyKind, { name: MessageDescriptor; detail: MessageDescriptor }> = {
  exchanger: { name: msg`Exchanger`, detail: msg`Orders of your customers` },
  wallet: { name: msg`Wallet`, detail: msg`Your balances: pay in, convert, pay out` },
  widget: { name: msg`Widget`, detail: msg`A form in your page. Its key is public.` },
  white_label: { name: msg`White label`, detail: msg`Exchanger and wallet under your brand` },
}

/** The scopes in words. */
export const SCOPE: Record<string, MessageDescriptor> = {
  'exchanger:read': msg`Prices, currencies and directions`,
  'exchanger:prevalidate': msg`Check an order in advance`,
  'exchanger:buy': msg`Create buy orders`,
  'exchanger:sell_swap': msg`Create sell and swap orders`,
  'exchanger:orders_read': msg`Read orders`,
  'exchanger:orders_manage': msg`Cancel, refund and change orders`,
  'exchanger:kyc_check': msg`Verification: check`,
  'exchanger:kyc_import': msg`Verification: import`,
  'exchanger:kyc_initialize': msg`Verification: start`,
  'exchanger:kyc_manage': msg`Verification: manage`,
  'exchanger:kyc_confirm': msg`Verification: confirm`,
  'exchanger:test': msg`Test mode: simulate payments, read emails`,
  'wallet:full': msg`Full access to the balances`,
  'wallet:read': msg`Read everything`,
  'wallet:profile_read': msg`Read the profile`,
  'wallet:balances_read': msg`Read balances`,
  'wallet:transactions_read': msg`List transactions`,
  'wallet:transaction_read': msg`Read a transaction`,
  'wallet:payment_read': msg`Read payment details`,
  'wallet:statement': msg`Make statements`,
  'wallet:payins': msg`Create payments to the balance`,
  'wallet:deposits': msg`Deposits`,
  'wallet:addresses': msg`Create crypto addresses`,
  'wallet:converts': msg`Convert balances`,
  'wallet:exchanges': msg`Exchanges`,
  'wallet:requisites': msg`Save addresses for withdrawals`,
  'wallet:withdrawals': msg`Withdrawals`,
  'webhooks:read': msg`Read webhooks`,
  'webhooks:write': msg`Set up webhooks`,
}
