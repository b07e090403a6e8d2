/* device/portable.h -- the words in which one text is C17 and OpenCL C 1.2.
 *
 * In OpenCL C, memory of the device has an address space of its own, and the number of
 * the work-item is a call; in C a kernel receives that number as its first argument.
 * Multiplication and addition are never fused: the pragma below stands in every text that
 * a driver compiles, since fusing is the default there.
 */
#ifndef GM_DEVICE_PORTABLE_H
#define GM_DEVICE_PORTABLE_H

#ifdef __OPENCL_C_VERSION__
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#ifndef GM_PORTABLE_FUSED /* of a test that must find other bits */
#pragma OPENCL FP_CONTRACT OFF
#endif
#define GM_AT __global
#define GM_KERNEL(NAME, ...) __kernel void NAME(__VA_ARGS__)
#ifdef __NVPTX__ /* clang makes PTX without a library of OpenCL */
#define GM_ITEM                                                                \
  ((int32_t)(__nvvm_read_ptx_sreg_ctaid_x() * __nvvm_read_ptx_sreg_ntid_x() +  \
             __nvvm_read_ptx_sreg_tid_x()))
#define GM_TAKE(COUNTER, N) __sync_fetch_and_add(COUNTER, N)
#define GM_SWAP(AT, X) __sync_lock_test_and_set(AT, X)
#define GM_MARK(AT, BITS) __sync_fetch_and_or(AT, BITS)
#define GM_ONES(X) __builtin_popcount(X)
#define GM_LEADING(X) __builtin_clz(X)
#else
#define GM_ITEM ((int32_t)get_global_id(0))
#define GM_TAKE(COUNTER, N) atomic_add(COUNTER, N)
#define GM_SWAP(AT, X) atomic_xchg(AT, X)
#define GM_MARK(AT, BITS) atomic_or(AT, BITS)
#define GM_ONES(X) popcount(X)
#define GM_LEADING(X) clz(X)
#endif
#else
#include <math.h>
#include <stdint.h>
#define GM_AT
#define GM_KERNEL(NAME, ...)                                                   \
  __attribute__((unused)) static void NAME(int32_t gm_item, __VA_ARGS__)
#define GM_ITEM gm_item
#define GM_TAKE(COUNTER, N) __atomic_fetch_add(COUNTER, N, __ATOMIC_RELAXED)
#define GM_SWAP(AT, X) __atomic_exchange_n(AT, X, __ATOMIC_RELAXED)
#define GM_MARK(AT, BITS) __atomic_fetch_or(AT, BITS, __ATOMIC_RELAXED)
#define GM_ONES(X) __builtin_popcount(X)
#define GM_LEADING(X) __builtin_clz(X)
#endif

#endif
