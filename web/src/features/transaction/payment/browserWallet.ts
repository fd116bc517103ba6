import type { components } from '../../../api/schema.gen'

export type WalletSession = components['schemas']['WalletSession']
export type WalletPayment = components['schemas']['WalletPayment']

/** The amount of a payment. */
export type WalletAmount = { amount: string; currency: string }

/** The payment methods that browsers open without a script of the wallet's own. */
const METHODS: Partial<Record<WalletSession['kind'], string>> = {
  apple: 'https://apple.com/apple-pay',
  google: 'https://google.com/pay',
}

/** Apple's event that asks for the merchant session (Apple, "Apple Pay on the Web", `MerchantValidationEvent`). */
type Validation = Event & { complete: (session: Promise<unknown>) => void }

type WalletRequest = PaymentRequest & { onmerchantvalidation?: ((event: Validation) => void) | null }

/** What the wallet answered: `PaymentData` of Google Pay, or `ApplePayPayment`. */
type Details = { paymentMethodData?: unknown; token?: unknown }

/** The browser's request for a payment; undefined if this browser, or the page around this one, allows none. */
function requestOf({ kind, label, data }: WalletSession, total: WalletAmount): WalletRequest | undefined {
  const method = METHODS[kind]
  if (!method || !('PaymentRequest' in window)) return undefined
  const amount = { currency: total.currency, value: total.amount }
  try {
    return new PaymentRequest([{ supportedMethods: method, data }], { total: { label, amount } })
  } catch {
    return undefined
  }
}

/** The wallets of these that this browser can open. */
export async function walletsHere(sessions: readonly WalletSession[], total: WalletAmount): Promise<WalletSession[]> {
  const asked = sessions.map(async (session) => {
    const can = await requestOf(session, total)
      ?.canMakePayment()
      .catch(() => false)
    return can ? [session] : []
  })
  return (await Promise.all(asked)).flat()
}

/**
 * Opens the wallet, and gives what it approved to `pay`. The wallet shows whether that succeeded. Does nothing if the
 * person closes the wallet. `renew` gives a fresh session: Apple's expires after five minutes.
 */
export async function payByWallet(
  session: WalletSession,
  total: WalletAmount,
  renew: () => Promise<WalletSession | undefined>,
  pay: (wallet: WalletPayment) => Promise<boolean>,
): Promise<void> {
  const request = requestOf(session, total)
  if (!request) throw new Error('The browser has no such wallet.')
  request.onmerchantvalidation = (event) => event.complete(renew().then((fresh) => fresh?.merchant_session))
  const response = await request.show().catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') return undefined
    throw error
  })
  if (!response) return
  const { paymentMethodData, token } = response.details as Details
  const approved = session.kind === 'apple' ? token : paymentMethodData
  const isPaid = await pay({ kind: session.kind, token: JSON.stringify(approved ?? null) })
  await response.complete(isPaid ? 'success' : 'fail')
}
