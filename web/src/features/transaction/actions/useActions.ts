import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { randomId } from '../../../api/ids'
import type { Transaction } from '../../../api/exchangeTypes'
import type { CardInput } from '../../../domain/cardInput'
import { fieldErrors, isUnanswered } from '../../../domain/problem'
import { useProblemWords } from '../../../domain/useProblemWords'
import type { ActionChoice } from './ActionDialog'
import { useCardToSave } from './cardToSave'
import { type CardPaymentBody, cancelOrder, choose, payByCard, payByCode, writeTransaction } from '../queries'

export type ActionName = 'pay' | 'cancel' | 'act'

/**
 * The customer's actions on an order. Each action keeps its idempotency key until a definite response, so that a retry
 * after a lost response does not repeat the action. After the travel-rule answers (`ask`), the action is sent again
 * with a new key.
 */
export function useActions(transaction: Transaction | undefined, ask: (error: unknown) => Promise<boolean>) {
  const client = useQueryClient()
  const words = useProblemWords()
  const keys = useRef<Partial<Record<ActionName, string>>>({})
  const [cardGiven, setCardGiven] = useState(false)
  const { isKept, keep } = useCardToSave(transaction)
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
      // A lost response keeps the key; a refusal discards it.
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
    /** The error code of the refund details, if they caused the failure. */
    actCode: problem?.name === 'act' ? problem.code : undefined,
    cancel: () => run('cancel', cancelOrder),
    act: (choice: ActionChoice) => run('act', (id, key) => choose(id, choice, key)),
    payByCode: (code?: string) => {
      const body = { ...(code ? { code } : {}), return_url: window.location.pathname }
      void run('pay', (id, key) => payByCode(id, body, key))
    },
    /** The card was entered on this page and is saved if it should be, so the page may go to the bank's authentication. */
    cardGiven: cardGiven && !isKept,
    /** `entered` is saved for later orders, unless the bank declines it. Returns whether the payment was taken. */
    payByCard: async (card: Omit<CardPaymentBody, 'return_url'>, entered?: CardInput): Promise<boolean> => {
      setCardGiven(true)
      keep(entered)
      const pay = (id: string, key: string) => payByCard(id, { ...card, return_url: window.location.pathname }, key)
      const isTaken = await run('pay', pay)
      if (!isTaken) keep(undefined)
      return isTaken
    },
  }
}

export type TransactionActions = ReturnType<typeof useActions>
