import { Trans, useLingui } from '@lingui/react/macro'
import type { PaywayInfo, Quote } from '../../../api/exchangeTypes'
import { AddressText } from '../../../domain/AddressText'
import { BALANCE } from '../../../domain/balance'
import { Button } from '../../../ui/Button'
import { CopyButton } from '../../../ui/CopyButton'
import type { Payout } from './attempt'

type DestinationProps = {
  quote: Quote
  payout: Payout
  /** The account holder, by the confirmed name. */
  owner: string | undefined
  toWay: PaywayInfo | undefined
  /** Goes back to the payout details. Absent while they cannot change. */
  onChange: (() => void) | undefined
}

/** Where the money goes: complete, and in groups of four to compare. */
export function Destination({ quote, payout, owner, toWay, onChange }: DestinationProps) {
  const { t } = useLingui()
  const { requisite, requisiteLabel = '' } = payout
  if (quote.to_payway === BALANCE || !requisite) return null
  const currency = quote.to_currency
  const network = toWay?.name ?? quote.to_payway
  const isNumber = requisite.kind !== 'card'
  return (
    <section className="grid grid-cols-1 gap-1.5" aria-labelledby="destination">
      <div className="flex min-h-6 items-center justify-between gap-3">
        <h2 id="destination" className="text-[13px] font-[550] text-muted">
          {requisite.kind === 'address' ? (
            <Trans>
              To your wallet, {currency} on {network}
            </Trans>
          ) : requisite.kind === 'iban' ? (
            <Trans>To your bank account</Trans>
          ) : (
            <Trans>To your card</Trans>
          )}
        </h2>
        {onChange ? (
          <Button variant="text" className="-my-3 -mr-2" onClick={onChange}>
            <Trans>Change</Trans>
          </Button>
        ) : null}
      </div>
      <div className="flex items-center justify-between gap-2">
        {isNumber ? <AddressText value={requisiteLabel} /> : <b className="font-[570]">{requisiteLabel}</b>}
        {isNumber ? (
          <span className="-my-2 -mr-3">
            <CopyButton
              text={requisiteLabel}
              label={requisite.kind === 'iban' ? t`Copy the IBAN` : t`Copy the address`}
            />
          </span>
        ) : null}
      </div>
      {requisite.kind === 'address' && requisite.memo ? (
        <p>
          <span className="text-muted">
            <Trans>Memo</Trans>
          </span>{' '}
          <b className="font-mono wrap-anywhere">{requisite.memo}</b>
        </p>
      ) : null}
      {owner ? <p className="wrap-anywhere">{owner}</p> : null}
      {requisite.kind === 'address' ? (
        <p className="text-[13px] text-muted">
          <Trans>Compare the first and last group with your wallet.</Trans>
        </p>
      ) : null}
    </section>
  )
}
