import { createFileRoute } from '@tanstack/react-router'
import { ProofPage } from '../features/liabilities/ProofPage'

export const Route = createFileRoute('/_app/proof-of-balances')({ component: ProofPage })
