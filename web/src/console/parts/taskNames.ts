import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** What the tasks of a season ask for. */
export const TASK_NAMES = {
  visit: msg`Visit of the page`,
  deposit: msg`Deposit`,
  exchange: msg`Exchange`,
  transfer: msg`Transfer to a customer`,
  second_factor: msg`Second factor`,
  identity: msg`Verified identity`,
  friend: msg`Invited friend`,
} as const satisfies Record<string, MessageDescriptor>

export type TaskKind = keyof typeof TASK_NAMES
export const TASK_KINDS = Object.keys(TASK_NAMES) as TaskKind[]
