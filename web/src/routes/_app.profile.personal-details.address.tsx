import { createFileRoute } from '@tanstack/react-router'
import { DocumentsPage } from '../features/people/documents/DocumentsPage'
import { laterWords } from '../i18n/load'
import { useDocumentsLinks } from '../shell/contact/documentsLinks'

export const Route = createFileRoute('/_app/profile/personal-details/address')({
  loader: laterWords,
  component: AddressPage,
})

function AddressPage() {
  return <DocumentsPage of="address" {...useDocumentsLinks()} />
}
