import { Trans } from '@lingui/react/macro'
import { Suspense, useState } from 'react'
import type { Endpoint, PaywayInfo } from '../../../api/exchangeTypes'
import { AddressText } from '../../../domain/AddressText'
import { AddressForm } from '../../../domain/requisite/AddressForm'
import { Button } from '../../../ui/Button'
import { Dialog } from '../../../ui/Dialog'
import { exchangeDraft, placeOf, type RefundTo } from '../draft'

type RefundAddressProps = {
  /** The end that pays: coins on a network. */
  from: Endpoint
  payway: PaywayInfo
  refund: RefundTo | undefined
  /** The order is being created. */
  locked: boolean
}

/** Where the coins go if they must be returned, because a chain does not know its payer. Not required. */
export default function RefundAddress({ from, payway, refund, locked }: RefundAddressProps) {
  const [open, setOpen] = useState(false)
  const keep = (next: RefundTo | undefined) => {
    exchangeDraft.set(({ refund: _before, ...draft }) => (next ? { ...draft, refund: next } : draft))
    setOpen(false)
  }
  return (
    <section className="grid grid-cols-1 gap-1.5" aria-labelledby="refund-address">
      <div className="flex min-h-6 items-center justify-between gap-3">
        <h2 id="refund-address" className="text-[13px] font-[550] text-muted">
          <Trans>If the payment must be returned</Trans>
        </h2>
        {locked ? null : (
          <Button variant="text" className="-my-3 -mr-2" onClick={() => setOpen(true)}>
            {refund ? <Trans>Change</Trans> : <Trans>Add an address</Trans>}
          </Button>
        )}
      </div>
      {refund ? (
        <>
          <AddressText value={refund.value} />
          {refund.memo ? (
            <p>
              <span className="text-muted">
                <Trans>Memo</Trans>
              </span>{' '}
              <b className="font-mono wrap-anywhere">{refund.memo}</b>
            </p>
          ) : null}
        </>
      ) : (
        <p className="text-[13px] text-muted">
          <Trans>Not required. Without an address you are asked when it is needed.</Trans>
        </p>
      )}
      <Dialog open={open} onClose={() => setOpen(false)} title={<Trans>Address for a refund</Trans>}>
        <Suspense fallback={null}>
          <AddressForm
            to={from}
            payway={payway}
            saved={refund ? { kind: 'address', value: refund.value, memo: refund.memo ?? '' } : undefined}
            onDone={(requisite) => {
              if (requisite.kind !== 'address') return
              const memo = requisite.memo ? { memo: requisite.memo } : {}
              keep({ place: placeOf(from), value: requisite.value, ...memo })
            }}
            submit={
              <div className="grid gap-2 sm:grid-cols-2">
                {refund ? (
                  <Button variant="quiet" onClick={() => keep(undefined)}>
                    <Trans>Remove</Trans>
                  </Button>
                ) : (
                  <Button variant="quiet" onClick={() => setOpen(false)}>
                    <Trans>Back</Trans>
                  </Button>
                )}
                <Button type="submit">
                  <Trans>Use this address</Trans>
                </Button>
              </div>
            }
          />
        </Suspense>
      </Dialog>
    </section>
  )
}
