import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { randomId } from '../../../api/ids'
import type { Transaction } from '../../../api/exchangeTypes'
import { fieldErrors, isUnanswered } from '../../../flow/problem'
import { useProblemWords } from '../../../flow/useProblemWords'
import type { ActionChoice } from './ActionDialog'
import { type CardPaymentBody, cancelOrder, choose, payByBlik, payByCard, writeTransaction } from '../queries'

export type ActionName = 'pay' | 'cancel' | 'act'

/**
 * What the owner can do with an order. Each press has one idempotency key, kept until a clear answer came, so that
 * a second press after a lost answer repeats the first and does not add to it. What is refused until something is told
 * (`ask`) is sent again, under a key of its own, once it was.
 */
export function useActions(transaction: Transaction | undefined, ask: (error: unknown) => Promise<boolean>) {
  const client = useQueryClient()
  const words = useProblemWords()
  const keys = useRef<Partial<Record<ActionName, string>>>({})
  const [cardGiven, setCardGiven] = useState(false)
  const [pending, setPending] = useState<ActionName>()
  const [problem, setProblem] = useState<{ name: ActionName; text: string; code?: string | undefined }>()

  const run = async (name: ActionName, call: (id: string, key: string) => Promise<Transaction>): Promise<boolean> => {
    if (!transaction || pending) return false
    const key = keys.current[name] ?? randomId()
    keys.current[name] = key
    setPending(name)
    setProblem(undefined)
    try {
      const next = await call(transaction.id, key).catch(async (error: unknown) => {
        if (!(await ask(error))) throw error
        const another = randomId()
        keys.current[name] = another
        return call(transaction.id, another)
      })
      writeTransaction(client, next)
      delete keys.current[name]
      return true
    } catch (error) {
      // A lost answer keeps its key; a clear refusal is over.
      if (!isUnanswered(error)) delete keys.current[name]
      setProblem({ name, text: words(error), code: fieldErrors(error)[0]?.code })
      return false
    } finally {
      setPending(undefined)
    }
  }

  return {
    pending,
    problemOf: (name: ActionName) => (problem?.name === name ? problem.text : undefined),
    /** What is wrong with the details that money should go back to, where that is the problem. */
    actCode: problem?.name === 'act' ? problem.code : undefined,
    cancel: () => run('cancel', cancelOrder),
    act: (choice: ActionChoice) => run('act', (id, key) => choose(id, choice, key)),
    payByBlik: (code: string) => void run('pay', (id, key) => payByBlik(id, code, key)),
    /** A card was given on this page, so its bank's page may take over when it asks. */
    cardGiven,
    payByCard: (card: Omit<CardPaymentBody, 'return_url'>) => {
      setCardGiven(true)
      void run('pay', (id, key) => payByCard(id, { ...card, return_url: window.location.pathname }, key))
    },
  }
}

export type TransactionActions = ReturnType<typeof useActions>
