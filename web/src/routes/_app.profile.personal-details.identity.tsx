import { createFileRoute } from '@tanstack/react-router'
import { DocumentsPage } from '../features/people/documents/DocumentsPage'
import { laterWords } from '../i18n/load'
import { useDocumentsLinks } from '../shell/contact/documentsLinks'

export const Route = createFileRoute('/_app/profile/personal-details/identity')({
  loader: laterWords,
  component: IdentityPage,
})

function IdentityPage() {
  return <DocumentsPage of="identity" {...useDocumentsLinks()} />
}
