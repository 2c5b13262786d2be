// What test programs have beside onceproof_precompiled.hpp.
#pragma once

#include "cmake/onceproof_precompiled.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
