import { closestCenter, DndContext } from '@dnd-kit/core'
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCatalogue } from '../../domain/catalogue'
import { balancesQuery } from '../../domain/queries'
import { Money } from '../../ui/Money'
import { Skeleton } from '../../ui/Skeleton'
import { useDragSensors, withinList } from './drag'
import { move, placeOf, shift, toggle } from './order'
import type { SpendingOrder } from './queries'
import { SpendingRow } from './SpendingRow'
import { useAnnouncements } from './useAnnouncements'

type SpendingListProps = {
  order: SpendingOrder
  onChange: (how: (order: SpendingOrder) => SpendingOrder) => void
}

/** The balances in order. Dragging, the keyboard and buttons move them. */
export function SpendingList({ order, onChange }: SpendingListProps) {
  const { t } = useLingui()
  const names = useCatalogue()
  const nameOf = (currency: string) => names.data?.currencies.find(({ code }) => code === currency)?.name ?? currency
  const announcements = useAnnouncements(order, nameOf)
  const sensors = useDragSensors()
  const [said, setSaid] = useState('')
  const count = order.length
  const press = (currency: string, by: -1 | 1) => {
    const name = nameOf(currency)
    const place = placeOf(order, currency) + 1 + by
    onChange((now) => shift(now, currency, by))
    setSaid(t`${name}, moved to position ${place} of ${count}`)
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={[withinList]}
      accessibility={{
        announcements,
        screenReaderInstructions: {
          draggable: t`Press Space to pick the balance up. Move it with the arrow keys. Press Space again to drop it, or Escape to cancel.`,
        },
      }}
      onDragEnd={({ active, over }) => {
        if (over) onChange((now) => move(now, String(active.id), placeOf(now, String(over.id))))
      }}
    >
      <SortableContext items={order.map(({ currency }) => currency)} strategy={verticalListSortingStrategy}>
        <ol aria-label={t`Order of spending`} className="divide-y divide-line">
          {order.map((balance, index) => (
            <SpendingRow
              key={balance.currency}
              balance={balance}
              name={nameOf(balance.currency)}
              available={<Available currency={balance.currency} />}
              place={index + 1}
              count={count}
              onShift={(by) => press(balance.currency, by)}
              onToggle={(enabled) => onChange((now) => toggle(now, balance.currency, enabled))}
            />
          ))}
        </ol>
      </SortableContext>
      <p role="status" className="sr-only">
        {said}
      </p>
    </DndContext>
  )
}

/** The available amount of a balance; empty if unknown. */
function Available({ currency }: { currency: string }) {
  const { data, error } = useQuery(balancesQuery)
  if (!data) return error ? null : <Skeleton className="my-1 h-3 w-24 max-w-full" />
  const amount = data.data.find((one) => one.currency === currency)?.available ?? '0.00'
  const money = <Money amount={amount} currency={currency} />
  return <Trans>{money} available</Trans>
}
