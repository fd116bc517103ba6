import { Trans, useLingui } from '@lingui/react/macro'
import type { LineKind, PaywayInfo } from '../../../api/exchangeTypes'
import { lineWord } from '../../../domain/lines'
import '../../../domain/price.css'
import { Skeleton } from '../../../ui/Skeleton'

const USUAL: LineKind[] = ['amount_converted', 'our_fee', 'processing_fee', 'network_fee']

type LinesSkeletonProps = {
  loading: boolean
  /** Without the rate, because a notice explains why there is none. */
  bare: boolean
  fromKind: PaywayInfo['kind'] | undefined
}

/** The placeholder of the price, with the same lines and height, so that the layout does not shift. */
export function LinesSkeleton({ loading, bare, fromKind }: LinesSkeletonProps) {
  const { i18n } = useLingui()
  return (
    <div className="grid grid-cols-1 gap-[18px]" aria-busy={loading}>
      {bare ? null : (
        <div className="flex h-[45px] items-center rounded-m bg-sunken px-4 text-[14px] text-muted">
          {loading ? <Trans>Getting the price…</Trans> : <Trans>The price appears with the amount</Trans>}
        </div>
      )}
      <dl className="grid grid-cols-1 gap-2.5">
        {USUAL.map((kind) => (
          <div key={kind} className="price-line">
            <dt>{i18n._(lineWord(kind, fromKind))}</dt>
            <dd>{loading ? <Skeleton className="mt-1 h-3.5 w-16" /> : '—'}</dd>
          </div>
        ))}
        <div className="price-line">
          <dt>
            <Trans>Total cost, fees and spread</Trans>
          </dt>
          <dd>{loading ? <Skeleton className="mt-1 h-3.5 w-16" /> : '—'}</dd>
        </div>
      </dl>
    </div>
  )
}
