import { hasUnsentInput } from './unsentInput.ts'

/**
 * Answers the service worker's question whether this tab has unsent input. The worker does not navigate
 * such a tab (src/worker/openPage.ts).
 */
export function answerDraftQuestions(worker: ServiceWorkerContainer): void {
  worker.addEventListener('message', ({ data, ports }) => {
    if (data?.type === 'has-draft') ports[0]?.postMessage({ hasDraft: hasUnsentInput() })
  })
}
