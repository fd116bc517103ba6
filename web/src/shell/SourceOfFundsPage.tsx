import { Suspense } from 'react'
import { lazyLater } from '../i18n/lazyLater'
import { SkeletonRows } from '../ui/Skeleton'
import { useDocumentsLinks } from './contact/documentsLinks'

// Loaded lazily: the other pages of this route do not need it.
const DocumentsPage = lazyLater(async () => ({
  default: (await import('../features/people/documents/DocumentsPage')).DocumentsPage,
}))

/** The source-of-funds verification on a page of its own. */
export function SourceOfFundsPage() {
  const links = useDocumentsLinks()
  return (
    <Suspense fallback={<SkeletonRows count={4} />}>
      <DocumentsPage of="source_of_funds" {...links} />
    </Suspense>
  )
}
