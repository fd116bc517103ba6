/** The series of a currency's chart: the value of the balance, or the price of one unit. */
export type View = 'balance' | 'price'

/** The available series. The price needs a main currency that differs from this one. */
export function viewsOf(currency: string, main: string | undefined): readonly View[] {
  return main === undefined || main === currency ? ['balance'] : ['balance', 'price']
}

/** The initial series: the price, if available, for a currency that was never held. */
export function firstView(views: readonly View[], wasHeld: boolean): View {
  return !wasHeld && views.includes('price') ? 'price' : 'balance'
}
