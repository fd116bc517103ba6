import { createFileRoute } from '@tanstack/react-router'
import { ProofPage } from '../features/liabilities/ProofPage'
import { seldomWords } from '../i18n/load'

export const Route = createFileRoute('/_app/proof-of-balances')({ loader: seldomWords, component: ProofPage })
