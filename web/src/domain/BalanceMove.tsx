import { type ComponentProps, Suspense } from 'react'
import { lazyPart } from '../i18n/lazyLater'
import { seldomWords } from '../i18n/load'

const DayChange = lazyPart(() => import('./chart/DayChange'), seldomWords)

/** The change of a balance's value by prices within a day. Loads after the balance is shown. */
export const BalanceMove = (props: ComponentProps<typeof DayChange>) => (
  <Suspense fallback={null}>
    <DayChange {...props} />
  </Suspense>
)
