/** What the chart of a currency shows: the worth of the balance, or the price of one unit. */
export type View = 'balance' | 'price'

/** The series that there are. The main currency has no price in itself, and where no main currency is known there is none at all. */
export function viewsOf(currency: string, main: string | undefined): readonly View[] {
  return main === undefined || main === currency ? ['balance'] : ['balance', 'price']
}

/** What is shown before a choice: the price, where it exists, to somebody who never had the currency. */
export function firstView(views: readonly View[], wasHeld: boolean): View {
  return !wasHeld && views.includes('price') ? 'price' : 'balance'
}
