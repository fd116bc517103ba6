import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Loaded } from '../../../domain/QueryCard'
import { ShortMoney } from '../../../domain/ShortMoney'
import { badgeOf } from '../../../domain/transactionStatus'
import { Badge } from '../../../ui/Badge'
import { Button } from '../../../ui/Button'
import { Card } from '../../../ui/Card'
import { CurrencyIcon } from '../../../ui/CurrencyIcon'
import { ItemRow } from '../../../ui/ItemRow'
import { EmptyState } from '../../../ui/States'
import { Moment } from '../Moment'
import { type WidgetOrder, widgetOrdersQuery } from './orders'

/** What visitors ordered in a widget, with the partner's own ids. */
export function WidgetOrders({ keyId }: { keyId: string }) {
  const asked = useInfiniteQuery(widgetOrdersQuery(keyId))
  return (
    <Card tight title={<Trans>Orders of visitors</Trans>}>
      <Loaded asked={asked} rows={3}>
        {({ pages }) => {
          const orders = pages.flatMap(({ data }) => data)
          return orders.length > 0 ? (
            <ul className="grid divide-y divide-line/60">
              {orders.map((order) => (
                <li key={order.transaction_id}>
                  <OrderRow of={order} />
                </li>
              ))}
            </ul>
          ) : (
            <EmptyState title={<Trans>No orders yet</Trans>}>
              <Trans>What people order in your widget appears here, with the ids that you gave.</Trans>
            </EmptyState>
          )
        }}
      </Loaded>
      {asked.hasNextPage ? (
        <div className="py-3">
          <Button variant="quiet" busy={asked.isFetchingNextPage} onClick={() => void asked.fetchNextPage()}>
            <Trans>Show more</Trans>
          </Button>
        </div>
      ) : null}
    </Card>
  )
}

function OrderRow({ of }: { of: WidgetOrder }) {
  const { i18n } = useLingui()
  const { word, tone } = badgeOf(of.status, of.sub_state)
  const ids = [of.external_transaction_id, of.external_customer_id].filter(Boolean).join(' · ')
  return (
    <ItemRow
      icon={<CurrencyIcon code={of.to.currency} size={36} />}
      title={
        <>
          <ShortMoney amount={of.from.amount} currency={of.from.currency} /> {'→'} {of.to.currency}
        </>
      }
      note={
        <>
          {ids ? <span className="wrap-anywhere">{ids} · </span> : null}
          <Moment at={of.created_at} />
        </>
      }
      value={<ShortMoney amount={of.to.amount} currency={of.to.currency} />}
      below={<Badge tone={tone}>{i18n._(word)}</Badge>}
    />
  )
}
