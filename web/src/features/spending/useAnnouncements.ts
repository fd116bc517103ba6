import type { Announcements } from '@dnd-kit/core'
import { useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import { placeOf } from './order'
import type { SpendingOrder } from './queries'

/** Screen reader announcements during a move. */
export function useAnnouncements(order: SpendingOrder, nameOf: (currency: string) => string): Announcements {
  const { t } = useLingui()
  // Right after the pick-up, the balance is over its own position, which needs no announcement.
  const hasMoved = useRef(false)
  const count = order.length
  const place = (id: string | number) => placeOf(order, String(id)) + 1
  const name = (id: string | number) => nameOf(String(id))
  return {
    onDragStart: ({ active }) => {
      hasMoved.current = false
      return t`${{ name: name(active.id) }}, picked up, position ${{ place: place(active.id) }} of ${count}`
    },
    onDragOver: ({ active, over }) => {
      if (!over || (over.id === active.id && !hasMoved.current)) return undefined
      hasMoved.current = true
      return t`${{ name: name(active.id) }}, moved to position ${{ place: place(over.id) }} of ${count}`
    },
    onDragEnd: ({ active, over }) =>
      t`${{ name: name(active.id) }}, dropped at position ${{ place: place((over ?? active).id) }} of ${count}`,
    onDragCancel: ({ active }) =>
      t`${{ name: name(active.id) }}, moving cancelled, back at position ${{ place: place(active.id) }} of ${count}`,
  }
}
