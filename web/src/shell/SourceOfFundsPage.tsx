import { Suspense } from 'react'
import { lazyLater } from '../i18n/lazyLater'
import { SkeletonRows } from '../ui/Skeleton'
import { useDocumentsLinks } from './documentsLinks'

// Pictures and a form, which nobody needs for a telephone.
const DocumentsPage = lazyLater(async () => ({
  default: (await import('../features/people/documents/DocumentsPage')).DocumentsPage,
}))

/** Where somebody's money comes from, on a page of its own. */
export function SourceOfFundsPage() {
  const links = useDocumentsLinks()
  return (
    <Suspense fallback={<SkeletonRows count={4} />}>
      <DocumentsPage of="source_of_funds" {...links} />
    </Suspense>
  )
}
