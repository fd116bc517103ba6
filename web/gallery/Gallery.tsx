import { Balances, Transactions } from './Balances'
import { Buttons, Fields, Rows, Words } from './Controls'
import { Forms, MoneyFields, WaysToPay } from './Forms'
import { Drawings, ListStates, Parts } from './ListStates'
import { Amounts, Charts, Heroes } from './Money'
import type { Open } from './opened'
import { Overlays } from './Overlays'
import { Announcements, Layouts, Pieces } from './Pieces'
import { Costs, Histories } from './Price'

/** All shared components in all states. `open` is the overlay that is open at first. */
export function Gallery({ open }: { open: Open | undefined }) {
  return (
    <main className="mx-auto grid max-w-[1180px] grid-cols-[minmax(0,1fr)] gap-10 p-4 desk:p-8">
      <h1>Gallery</h1>
      <Heroes />
      <Amounts />
      <Balances />
      <Transactions />
      <Costs />
      <Charts />
      <Histories />
      <Rows />
      <Buttons />
      <Words />
      <Fields />
      <MoneyFields />
      <Forms />
      <WaysToPay />
      <ListStates />
      <Drawings />
      <Announcements />
      <Pieces />
      <Layouts />
      <Overlays first={open} />
      <Parts />
    </main>
  )
}
