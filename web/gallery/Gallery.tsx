import { Balances, Transactions } from './Balances'
import { Buttons, Fields, Rows, Words } from './Controls'
import { Forms, MoneyFields, WaysToPay } from './Forms'
import { Drawings, ListStates, Parts } from './ListStates'
import { Amounts, Charts, Heroes } from './Money'
import { Overlays } from './Overlays'
import { Announcements, Layouts, Pieces } from './Pieces'
import { Costs, Histories } from './Price'

/** All shared components in all states. */
export function Gallery() {
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
      <Overlays />
      <Parts />
    </main>
  )
}
