import { createFileRoute } from '@tanstack/react-router'
import { ReceiptPage } from '../features/receipt/ReceiptPage'
import { seldomWords } from '../i18n/load'
import { EntryShell } from '../shell/EntryShell'
import { RouteError } from '../shell/errors'

/** For every holder of a receipt, signed in or not. */
export const Route = createFileRoute('/receipt')({
  loader: seldomWords,
  component: () => (
    <EntryShell wide>
      <ReceiptPage />
    </EntryShell>
  ),
  errorComponent: RouteError,
})
