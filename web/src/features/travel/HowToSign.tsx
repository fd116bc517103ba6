import { Trans } from '@lingui/react/macro'

/** Where wallets offer to sign a message, by network. `payway` distinguishes similar chains. */
export function HowToSign({ method, payway }: { method: string; payway: string }) {
  return (
    <div className="grid gap-2">
      <p>
        <Trans>Sign it in your wallet, with the key of this address.</Trans>
      </p>
      <ul className="grid list-disc gap-1 pl-5 text-[14px] text-muted">
        {method === 'signed_message' ? (
          <>
            <li>
              {payway === 'ltc' ? (
                <Trans>Electrum-LTC: Tools, Sign/verify message.</Trans>
              ) : (
                <Trans>Electrum or Sparrow: Tools, Sign/verify message.</Trans>
              )}
            </li>
            <li>
              <Trans>Trezor Suite: open the account, then Sign and verify.</Trans>
            </li>
            <li>
              {payway === 'ltc' ? (
                <Trans>Litecoin Core: File, Sign message.</Trans>
              ) : (
                <Trans>Bitcoin Core: File, Sign message.</Trans>
              )}
            </li>
          </>
        ) : null}
        {method === 'personal_sign' ? (
          <li>
            <Trans>MetaMask, Ledger, Trezor and others: connect them on Etherscan, under Verified signatures.</Trans>
          </li>
        ) : null}
        {method === 'sign_message_v2' ? (
          <li>
            <Trans>TronLink, Ledger and others: connect them on Tronscan, and sign a message there.</Trans>
          </li>
        ) : null}
        <li>
          <Trans>Look for “Sign message” in the wallet, and paste the message as it is.</Trans>
        </li>
      </ul>
    </div>
  )
}
