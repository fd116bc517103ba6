import { createFileRoute } from '@tanstack/react-router'
import { ReceiptPage } from '../features/receipt/ReceiptPage'
import { EntryShell } from '../shell/EntryShell'
import { RouteError } from '../shell/errors'

/** For anybody who holds a receipt, signed in or not. */
export const Route = createFileRoute('/receipt')({
  component: () => (
    <EntryShell wide>
      <ReceiptPage />
    </EntryShell>
  ),
  errorComponent: RouteError,
})
