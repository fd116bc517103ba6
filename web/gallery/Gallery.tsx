import { Buttons, Fields, Rows, Words } from './Controls'
import { Drawings, ListStates, Parts } from './ListStates'
import { Amounts, Charts, Heroes } from './Money'
import { Overlays } from './Overlays'

/** All shared components in all states. */
export function Gallery() {
  return (
    <main className="mx-auto grid max-w-[1180px] grid-cols-[minmax(0,1fr)] gap-10 p-4 desk:p-8">
      <h1>Gallery</h1>
      <Heroes />
      <Amounts />
      <Charts />
      <Rows />
      <Buttons />
      <Words />
      <Fields />
      <ListStates />
      <Drawings />
      <Overlays />
      <Parts />
    </main>
  )
}
