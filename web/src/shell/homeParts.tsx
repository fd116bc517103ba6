import { type ComponentType, Suspense } from 'react'
import { lazyPart } from '../i18n/lazyLater'
import { seldomWords } from '../i18n/load'
import { lazyAtLeisure } from './lazyAtLeisure'

const lists = () => import('./HomeLists')
/** Lists whose place the page holds until they have loaded. */
export const DueList = lazyAtLeisure(() => lists().then((part) => ({ default: part.DueList })))
export const BalanceList = lazyAtLeisure(() => lists().then((part) => ({ default: part.BalanceList })))

const Unfinished = lazyAtLeisure(() => lists().then((part) => ({ default: part.Unfinished })))

const Recent = lazyPart(() => import('./home/Recent'), seldomWords)
const Prices = lazyPart(() => import('../features/home/more/PricesToWatch'), seldomWords)
const Level = lazyPart(() => import('./home/Level'))
const Reading = lazyPart(() => import('./home/Reading'), seldomWords)

/** The height of the card with four prices, which stands above others. */
const PricesSpace = () => (
  <div aria-hidden="true" className="h-[265px] rounded-card bg-surface shadow-(--e1) desk:h-[273px]" />
)

/** A part below, above or beside the others. The page does not wait for it. */
const late = (Part: ComponentType) => () => (
  <Suspense fallback={null}>
    <Part />
  </Suspense>
)

export const HomeRecent = late(Recent)
export const HomeLevel = late(Level)
export const HomeUnfinished = late(Unfinished)
export const HomeReading = late(Reading)

export const HomePrices = () => (
  <Suspense fallback={<PricesSpace />}>
    <Prices />
  </Suspense>
)
