import { lazyLater } from '../../i18n/lazyLater'
import { seldomWords } from '../../i18n/load'

const RequisitesPage = lazyLater(() => import('./RequisitesPage'))
const ConfirmPage = lazyLater(() => import('./ConfirmPage'))
const OwnUnified = lazyLater(() => import('../unified/OwnUnified'), seldomWords)

/** A step of the unified pages, where the customer names what should arrive. */
export function UnifiedPlace({ step }: { step?: string | undefined }) {
  if (step === 'requisites') return <RequisitesPage />
  if (step === 'confirm') return <ConfirmPage />
  return <OwnUnified />
}
