import { createAction } from '@reduxjs/toolkit'
import type { AppDispatch } from '../../app/store.ts'
import { homeApi } from './homeApi.ts'

const homeOpened = createAction('home/opened')

/** Subscribes to both queries; returns the unsubscribe function. */
export function requestLists(dispatch: AppDispatch): () => void {
  // An injected reducer has its state only after the next action.
  dispatch(homeOpened())
  const { getFeaturedCars, getLatestPosts } = homeApi.endpoints
  const cars = dispatch(getFeaturedCars.initiate())
  const posts = dispatch(getLatestPosts.initiate())
  return () => {
    cars.unsubscribe()
    posts.unsubscribe()
  }
}
