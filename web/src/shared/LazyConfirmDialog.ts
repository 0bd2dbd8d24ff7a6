import { lazyWithRetry } from '../platform/lazyWithRetry.ts'

/** The confirmation dialog. Its code is loaded when the first question is asked. */
export const LazyConfirmDialog = lazyWithRetry(async () => ({
  default: (await import('../ui/ConfirmDialog.tsx')).ConfirmDialog,
}))
