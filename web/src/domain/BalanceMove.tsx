import { type ComponentProps, Suspense } from 'react'
import { lazyLater } from '../i18n/lazyLater'
import { seldomWords } from '../i18n/load'

const DayChange = lazyLater(() => import('./chart/DayChange'), seldomWords)

/** What prices did to a balance in a day. Loads after the balance is shown. */
export const BalanceMove = (props: ComponentProps<typeof DayChange>) => (
  <Suspense fallback={null}>
    <DayChange {...props} />
  </Suspense>
)
